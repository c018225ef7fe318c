import { afterAll, expect } from 'vitest'
import { sqlFaults } from './watched-kysely.ts'

// Also of statements whose failure nobody saw: those of jobs and event handlers.
afterAll(() => {
  expect([...new Set(sqlFaults.splice(0))].sort()).toEqual([])
})
