/** The CRC-32 of the parts of images, for the zip of a release. */
export const checksumsOfImageParts = {
  name: '0172-checksums-of-image-parts',
  sql: `
-- Null until a release with the image was checked.
alter table image_parts add column crc32 bigint;
`,
} as const
