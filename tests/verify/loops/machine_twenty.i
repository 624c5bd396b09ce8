//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int handshake(int initial_state) {
  int place;
  int hit = __VERIFIER_nondet_int();
  int version = __VERIFIER_nondet_int();
  int progress = 0;
  int ret = -1, tmp, num1 = __VERIFIER_nondet_int(), skip, state, cb = __VERIFIER_nondet_int();
  int again;
  place = initial_state;
  while (1) {
    state = place;
    if (place == 8464) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 0) place = 8480; else place = 8465;
    }
    else if (place == 8465) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 1) place = 8480; else place = 8466;
    }
    else if (place == 8466) {
      if (progress == 0) progress = 1;
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 2) place = 8481; else place = 8480;
    }
    else if (place == 8480) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 3) place = 8482; else place = 8481;
    }
    else if (place == 8481) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 4) place = 8496; else place = 8482;
    }
    else if (place == 8482) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      if (hit) place = 8560; else place = 8496;
    }
    else if (place == 8496) {
      if (progress == 1) progress = 2;
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 6) place = 8513; else place = 8497;
    }
    else if (place == 8497) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 0) place = 8528; else place = 8512;
    }
    else if (place == 8512) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 1) place = 8544; else place = 8513;
    }
    else if (place == 8513) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 2) place = 8560; else place = 8528;
    }
    else if (place == 8528) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 3) place = 8560; else place = 8544;
    }
    else if (place == 8544) {
      if (progress == 2) progress = 3;
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 4) place = 8560; else place = 8560;
    }
    else if (place == 8560) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 5) place = 8576; else place = 8576;
    }
    else if (place == 8576) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 6) place = 8592; else place = 8592;
    }
    else if (place == 8592) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 0) place = 8640; else place = 8608;
    }
    else if (place == 8608) {
      if (progress == 3) { progress = 4; }
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 1) place = 8672; else place = 8640;
    }
    else if (place == 8640) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 2) place = 8672; else place = 8656;
    }
    else if (place == 8656) {
      if (progress == 5) { __VERIFIER_error(); }
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      skip = __VERIFIER_nondet_int(); if (skip && version % 7 != 3) place = 3; else place = 8672;
    }
    else if (place == 8672) {
      ret = __VERIFIER_nondet_int(); if (ret <= 0) goto end;
      num1 = __VERIFIER_nondet_int(); if (num1 > 0) place = 8480; else place = 3;
    }
    else if (place == 3) {
      if (cb != 0) { ret = 1; } goto end;
    }
    else { ret = -1; goto end; }
    if (!again) { if (state != place) { tmp = place; place = state; place = tmp; } }
    skip = 0;
  }
end:
  return ret;
}
int main(void) { int s; s = 8464; handshake(s); return 0; }
