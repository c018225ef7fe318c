export { RunwayCard } from './runway-card.tsx'
export { useRunway } from './use-runway.ts'
