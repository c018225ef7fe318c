/**
 * Imported events keep when their version was made (DTSTAMP, LAST-MODIFIED), which decides between two versions of one
 * SEQUENCE; null is an event that was last changed in the portal. An instance whose series is not in the calendar is an
 * event of its own with the start that its series gives it.
 */
export const versionsOfImportedEvents = {
  name: '0331-versions-of-imported-events',
  sql: `
alter table calendar_events add column stamp timestamptz;
alter table calendar_events drop constraint calendar_events_check1;
alter table calendar_events add constraint calendar_events_instance_start check (series_id is null or recurrence_id is not null);
drop index calendar_events_uid;
create unique index calendar_events_uid on calendar_events (account_id, uid, recurrence_id) nulls not distinct where series_id is null;
`,
}
