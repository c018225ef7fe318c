import { useRef } from 'react'
import { IconUpload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { LONGEST_CSR } from './order.ts'

/** Reads a request from a file of this computer. */
export function FileButton({ onText }: { onText: (text: string) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LONGEST_CSR) toast({ tone: 'error', title: t('request.fileTooLarge') })
    else onText(await file.text())
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csr,.pem,.txt,.req"
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('request.file')}
      </Button>
    </>
  )
}
