/** Files attached to announcements, addressed by `attachments_urls`. */
export const announcementFiles = {
  name: '0088-announcement-files',
  sql: `
create table announcement_files (
  id bigint generated always as identity primary key,
  file_id bigint not null references stored_files (id),
  filename text not null,
  size bigint not null,
  media_type text not null,
  is_picture boolean not null,
  digest text not null,
  uploaded_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index announcement_files_file on announcement_files (file_id);
create index announcement_files_uploader on announcement_files (uploaded_by);
create index announcements_attachments on announcements using gin (attachments_urls);
`,
}
