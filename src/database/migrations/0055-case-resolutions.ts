/** Why a case was resolved, its id in the CRM, and the index for reading links from their other end. */
export const caseResolutions = {
  name: '0055-case-resolutions',
  sql: `
alter table cases add column resolution_reason text check (resolution_reason in ('fixed-in-release','workaround','configuration-change','plant-repair','hardware-replaced',
    'third-party','duplicate','not-reproducible','as-designed','answered','withdrawn')),
  add column crm_id text check (length(crm_id) <= 64);
alter table case_links add column created_at timestamptz not null default now();
create index case_links_other on case_links (other_id);
`,
}
