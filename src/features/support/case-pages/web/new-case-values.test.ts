import { expect, test } from 'vitest'
import { emptyCase, isTouched, newCaseBody, valuesOfDraft, wrongFields } from './new-case-values.ts'

const good = { ...emptyCase, subject: ' OFDMA ', description: 'text', deploymentId: '7' }

test('empty fields are not sent', () => {
  expect(newCaseBody(good, false, [])).toEqual({
    type: 'CASE',
    subject: 'OFDMA',
    description: 'text',
    priority: 'MEDIUM',
    deploymentId: '7',
  })
  expect(wrongFields(good)).toEqual([])
})

test('subject, description and deployment are needed, labels have a form', () => {
  expect(wrongFields(emptyCase).sort()).toEqual(['deploymentId', 'description', 'subject'])
  expect(wrongFields({ ...good, labels: ['two words'] })).toEqual(['labels'])
})

test('a draft of another shape is read as far as it fits', () => {
  const read = valuesOfDraft({ subject: 'x', labels: 'no list', priority: 'HIGH', other: 1 })
  expect(read).toEqual({ ...emptyCase, subject: 'x', priority: 'HIGH' })
  expect([isTouched(read), isTouched({ ...emptyCase, deploymentId: '1' })]).toEqual([true, false])
})
