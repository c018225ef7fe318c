import { useState } from 'react'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { IconDownload } from '#kit/web/icons/icons.generated.ts'
import { callCsv, type Input } from '../data/call.ts'
import { saveBlob } from '../data/save-blob.ts'
import { showError } from '../data/show-error.ts'
import { Button } from '../look/button.tsx'
import { useText } from '../text/kit-text.ts'

/** Downloads all filtered rows of a list as CSV. */
export function CsvButton<E extends AnyEndpoint>({
  endpoint,
  input,
  name,
}: {
  endpoint: E
  input: Input<E>
  name: string
}) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveBlob(await callCsv(endpoint, input, { timeout: 300_000 }), `${name}.csv`)
    } catch (error) {
      showError(error, { text: t('grid.csvFailed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void download()}
    >
      {t('grid.csv')}
    </Button>
  )
}
