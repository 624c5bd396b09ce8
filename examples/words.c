/* Whether a text has two words in it, anywhere and in any order. */
#include <lariat.h>

static char text[4096];

static int contains(const char *word)
{
    for (int start = 0; text[start]; start++) {
        int length = 0;
        while (word[length] && text[start + length] == word[length])
            length++;
        if (!word[length])
            return 1;
    }
    return 0;
}

static void both_found(void)
{
}

int main(void)
{
    lariat_make_symbolic(text, sizeof text, "text");
    lariat_assume(text[sizeof text - 1] == 0);
    if (contains("lasso") && contains("loop"))
        both_found();
    return 0;
}
