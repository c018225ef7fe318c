import { texts } from '#kit/contract/texts.ts'

/** Texts of the notifications of access requests. */
export const { text: label } = texts('access-requests', {
  asks: '{name} requests access',
  in: '{role} in {account}',
  open: 'Open',
})
