//! Every outcome of one command, with its exact chance.
