import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { Allowed } from '#kit/web/who/allowed.tsx'
import { sendReceipts } from '../contract.ts'
import { useText } from '../texts.ts'
import { KeysCard } from './keys-card.tsx'
import { ReceiptsCard } from './receipts-card.tsx'
import { RootCard } from './root-card.tsx'
import { SendReceipt } from './send-receipt.tsx'
import classes from './verification.module.css'

/** What the account verifies with, and what it has verified. */
export function VerificationPage() {
  const t = useText()
  const phone = useIsMobile()
  const account = useAccount()
  if (!account) return <LoadingRows rows={8} />
  const { name, displayName } = account
  const actions = (
    <Allowed permission={sendReceipts}>
      <SendReceipt />
    </Allowed>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note', { account: displayName })} actions={actions} />
      <TwoColumnLayout
        wide
        label={t('title')}
        sideLabel={t('keys.title')}
        tabs={null}
        side={
          <div className={classes.side}>
            <RootCard />
            <KeysCard account={name} />
          </div>
        }
      >
        <ReceiptsCard account={name} />
      </TwoColumnLayout>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}
