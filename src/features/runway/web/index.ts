export { ChecklistCard } from './runway-card.tsx'
export { useChecklist } from './use-runway.ts'
