/* For the units of the library only. */
int store_is_empty(const struct store *store);
