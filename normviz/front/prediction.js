const begin = keepKeys;
