"""The screens of Look at the Stars: one module and one layout file each."""
