/** Thrown when an image, or the archive it comes in, is incomplete or not what it claims to be. */
export class ImageFlaw extends Error {}
