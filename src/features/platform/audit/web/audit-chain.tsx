import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconShieldCheck, IconShieldX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type ChainState, readAuditChain } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './audit-page.module.css'

/** Whether the hash chain is intact, and what was compared; on a phone the answer alone while it is. */
export function AuditChain() {
  const t = useText()
  const query = useQueryOf(readAuditChain, {})
  const loading = <Callout colour="grey" icon={<IconShieldCheck size={18} aria-hidden />} title={t('chain.checking')} />
  return (
    <div className={classes.chain}>
      <QueryView query={query} loading={loading}>
        {(chain) => <Answer chain={chain} checking={query.isFetching} />}
      </QueryView>
    </div>
  )
}

function Answer({ chain, checking }: { chain: ChainState; checking: boolean }) {
  const t = useText()
  const phone = useIsMobile()
  const isIntact = chain.state === 'INTACT'
  const isBrief = phone && isIntact
  const check = (
    <Button variant="default" size="compact-sm" loading={checking} onClick={() => void refresh(readAuditChain)}>
      {t('chain.check')}
    </Button>
  )
  return (
    <Callout
      colour={isIntact ? 'green' : 'red'}
      icon={isIntact ? <IconShieldCheck size={18} aria-hidden /> : <IconShieldX size={18} aria-hidden />}
      title={titleOf(t, chain)}
      action={isBrief ? null : check}
    >
      {isBrief ? null : textOf(t, chain)}
    </Callout>
  )
}

type Say = ReturnType<typeof useText>

function titleOf(t: Say, { state, to, brokenAt }: ChainState): string {
  if (state === 'FORGED') return t('chain.forged')
  if (state === 'BROKEN') return t('chain.broken', { at: formatCount(brokenAt ?? to) })
  return t('chain.intact', { to: formatCount(to) })
}

function textOf(t: Say, { state, from, to, checkpoints }: ChainState): string {
  if (state === 'FORGED') return t('chain.forgedText')
  if (state === 'BROKEN') return t('chain.brokenText')
  const span = { from: formatCount(from), to: formatCount(to) }
  if (checkpoints === 0) return t('chain.noCheckpoint', span)
  return t('chain.intactText', { ...span, checkpoints: formatCount(checkpoints), count: checkpoints })
}
