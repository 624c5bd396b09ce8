int answer(int question) { return question * 6; }
