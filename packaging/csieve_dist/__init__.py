"""Makes what a release of csieve has: packages for each platform, and those that are the same for all."""
