// Options from symbolic arguments.
//@ test: --sym-args 0 2 2
#include <lariat.h>
#include <unistd.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int option, verbose = 0, number = 0;
    opterr = 0;
    while ((option = getopt(argc, argv, "vn:")) != -1)
        switch (option) {
        case 'v': verbose++; break;
        case 'n': number = atoi(optarg); break;
        default: return 1;
        }
    lariat_assert(!(verbose == 1 && number == 0 && optind == 3)); //! assertion-failure
    lariat_assert(number != 7); //! assertion-failure
    return 0;
}
