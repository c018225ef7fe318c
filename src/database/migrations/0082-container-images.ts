/** Container images: manifests and blobs in the file store, tags of the vendor's repositories, and containers as components. */
export const containerImages = {
  name: '0082-container-images',
  sql: `
-- An image or an index of images, by the digest of its manifest.
create table images (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  -- Bytes of all parts.
  size bigint not null,
  platforms text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- Everything that a client pulls of an image: its manifests (its own too), configurations and layers.
create table image_parts (
  image text not null references images (digest) on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in ('INDEX','MANIFEST','CONFIG','LAYER')),
  media_type text not null,
  size bigint not null,
  -- Of a manifest: operating system and architecture; and of an index, its bytes with all that it names.
  platform text,
  total bigint,
  file_id bigint not null references stored_files (id),
  primary key (image, digest)
);
create index image_parts_digest on image_parts (digest);
create index image_parts_file on image_parts (file_id);

-- What was pushed into the vendor's own repositories.
create table image_tags (
  repository text not null check (length(repository) between 1 and 255),
  tag text not null check (length(tag) between 1 and 128),
  image text not null references images (digest),
  pushed_by bigint not null references users (id),
  updated_at timestamptz not null default now(),
  primary key (repository, tag)
);
create index image_tags_image on image_tags (image);
create index image_tags_pushed_by on image_tags (pushed_by);

-- Blobs that are pushed in pieces, and pushed blobs that no manifest names yet.
create table image_blobs (
  repository text not null,
  digest text not null,
  file_id bigint not null references stored_files (id),
  pushed_at timestamptz not null default now(),
  primary key (repository, digest)
);
create index image_blobs_file on image_blobs (file_id);
create index image_blobs_pushed on image_blobs (pushed_at);

alter table uploads drop constraint uploads_component_type_check;
alter table uploads add constraint uploads_component_type_check check (component_type in ('product','document','container'));
alter table uploads add container jsonb;

alter table bundle_components drop constraint bundle_components_component_type_check;
alter table bundle_components add constraint bundle_components_component_type_check check (component_type in ('product','document','container'));
alter table bundle_components add image text references images (digest), add container_name text, add tag text, add product text,
  add branch text, add product_version text, add source_name text,
  add check (component_type <> 'container' or (container_name is not null and tag is not null)),
  add check (component_type <> 'container' or status <> 'IN_STORAGE' or image is not null);
create index bundle_components_image on bundle_components (image) where image is not null;

alter table release_components add image text references images (digest), add container_name text, add tag text;
create index release_components_image on release_components (image) where image is not null;
create index release_components_container on release_components (container_name, tag) where image is not null;
`,
}
