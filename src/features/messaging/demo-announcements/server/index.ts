export { makeDemoAnnouncements } from './demo-announcements.ts'
