import type { ReleaseFile } from '#features/software/releases/contract.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { useText } from '../texts.ts'

/** The state of a file or image of a release; `unsigned` marks a word of a receipt without a signature. */
export function ComponentState({ state, unsigned }: { state: ReleaseFile['fileStatus']; unsigned: boolean }) {
  const t = useText()
  return (
    <span title={unsigned ? t('files.unsignedReceipt') : undefined}>
      <StateBadge kind="file" state={state} />
      {unsigned && ' *'}
    </span>
  )
}
