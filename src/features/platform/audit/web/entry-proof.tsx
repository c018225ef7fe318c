import { IconShieldCheck, IconShieldX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { EntryProof } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './entry-detail.module.css'

const colours = { WAITING: 'grey', LINKED: 'blue', PROVEN: 'green', BROKEN: 'red' } as const

/** What the hash chain proves of an entry, in words. */
export function EntryProofPart({
  proof: { state, checkpoint, hash, hashBefore },
  seq,
}: {
  proof: EntryProof
  seq: number | null
}) {
  const t = useText()
  const mark = { seq: formatCount(checkpoint?.seq ?? 0), at: checkpoint ? formatDateTime(checkpoint.at) : '' }
  return (
    <section className={classes.part} data-proof>
      <div className={classes.line}>
        <h3>{t('chain.title')}</h3>
        <Badge
          colour={colours[state]}
          icon={state === 'BROKEN' ? <IconShieldX size={13} aria-hidden /> : <IconShieldCheck size={13} aria-hidden />}
        >
          {t(`chain.state.${state}`)}
        </Badge>
      </div>
      <p className={classes.quiet}>{state === 'PROVEN' ? t('chain.text.PROVEN', mark) : t(`chain.text.${state}`)}</p>
      {hash && seq !== null && (
        <DescriptionList
          lines={[
            [`${t('chain.hashBefore')} #${formatCount(seq - 1)}`, <code key="">{hashBefore ?? '–'}</code>],
            [`${t('chain.hash')} #${formatCount(seq)}`, <code key="">{hash}</code>],
          ]}
        />
      )}
    </section>
  )
}
