static inline int common_helper(int value) { return value * 3; }
