import { expect, test } from 'vitest'
import { notificationTitle } from './notification-title.ts'

const title = (event: string, status: 'RESOLVED' | 'CLOSED' | 'OPEN') =>
  notificationTitle({ event, status, key: 'NORD-1' }, 'Ingrid Berg')

test('the bell shows what happened to a case', () => {
  expect(title('case.commented', 'OPEN')).toBe('Ingrid Berg commented on NORD-1')
  expect(title('case.status-changed', 'RESOLVED')).toBe('Ingrid Berg resolved NORD-1')
  expect(title('case.status-changed', 'CLOSED')).toBe('Ingrid Berg closed NORD-1')
  expect(title('case.internal-status-changed', 'OPEN')).toBe('Ingrid Berg set NORD-1 to Open')
  expect(title('case.edited', 'RESOLVED')).toBe('Ingrid Berg updated NORD-1')
})
