import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { listConnectionAdapters, type Port } from '../contract.ts'
import { useText } from '../texts.ts'

const ConnectDialog = lazyNamed(() => import('./connect-dialog.tsx'), 'ConnectDialog')

/** Connects a port of an account, or of all accounts, to one of its systems; nothing where there is none. */
export function ConnectButton(props: { port: Port; account?: string; variant?: 'default' }) {
  const { port, account, ...look } = props
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQueryOf(listConnectionAdapters, {})
  const adapters = data?._embedded.adapters.filter((one) => one.port === port) ?? []
  if (adapters.length === 0) return null
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {t('connect')}
      </Button>
      <Suspense>
        {isOpen && <ConnectDialog adapters={adapters} account={account} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
