//! What an act may come to, as values and in words.
