import type { Client } from './client.ts'
import type { Frame } from './frame.ts'

/** Sends the RECEIPT that a frame requests. */
export function receipt(client: Client, { headers }: Frame, sequence?: number): undefined {
  const receiptId = headers.get('receipt')
  if (receiptId === undefined) return
  const at: [string, string][] = sequence === undefined ? [] : [['sequence', String(sequence)]]
  client.send('RECEIPT', [['receipt-id', receiptId], ...at])
}
