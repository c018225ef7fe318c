export { formatInZone } from './format-in-zone.ts'
