/** How many of the components of a release are images. */
export const imagesOfAReleaseCounted = {
  name: '0191-images-of-a-release-counted',
  sql: `
alter table bundle_releases add column image_count integer not null default 0;
update bundle_releases r set image_count = c.images
from (select release_id, count(*) as images from release_components where image is not null group by release_id) c
where c.release_id = r.id;
`,
} as const
