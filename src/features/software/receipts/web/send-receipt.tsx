import { useRef } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { listReceipts, sendReceipt } from '../contract.ts'
import { useText } from '../texts.ts'

/** Sends the file of a receipt that a verifier wrote. */
export function SendReceipt() {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const send = useMutationOf(sendReceipt, {
    refreshes: [listReceipts],
    onSuccess: ({ releaseName }) => toast({ title: t('sent', { name: releaseName }) }),
  })
  const take = async (file: File | undefined) => {
    if (file) send.mutate({ body: { receipt: await file.text() } })
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('sendHint')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button loading={send.isPending} title={t('sendHint')} onClick={() => chooser.current?.click()}>
        {t('send')}
      </Button>
    </>
  )
}
