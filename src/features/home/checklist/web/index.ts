export { ChecklistCard } from './checklist-card.tsx'
export { useChecklist } from './use-checklist.ts'
