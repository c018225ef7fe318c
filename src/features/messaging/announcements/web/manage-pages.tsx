// Both pages in one part: each part lists its files in the first script.
export { AnnouncementsPage } from './announcements-page.tsx'
export { BindingsPage } from './bindings-page.tsx'
