import { useRef, useState } from 'react'
import { readBundleHistory } from '#features/software/bundles/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { IconUpload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import {
  compareSboms,
  listSbomComponents,
  listSbomLicenses,
  listSboms,
  readSbomCoverage,
  searchComponents,
  type uploadSbom,
} from '../contract.ts'
import { useText } from '../texts.ts'

/** Everything that shows components. */
export const sbomReads = [
  ...[listSboms, listSbomComponents, listSbomLicenses, compareSboms],
  ...[searchComponents, readSbomCoverage, readBundleHistory],
] as const

/** Chooses an SBOM and adds it to the bundle; its problem says what is wrong with the file. */
export function AddSbom({ bundleId }: { bundleId: string }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const send = async (file: File) => {
    setShare(0)
    try {
      const form = new FormData()
      form.set('file', file)
      const added = await upload<Reply<typeof uploadSbom>>(`/api/bundles/${bundleId}/sboms`, form, setShare)
      toast({ title: t('tab.added', { name: added.name, count: formatCount(added.components) }) })
      await refresh(...sbomReads)
    } catch (error) {
      showError(error)
    } finally {
      setShare(null)
    }
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('tab.upload')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      <Button
        variant="default"
        disabled={share !== null}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        {share === null ? t('tab.upload') : t('tab.uploading', { percent: Math.round(share * 100) })}
      </Button>
    </>
  )
}
