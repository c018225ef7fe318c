import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { allows } from '#kit/contract/permission.ts'
import type { Input } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { usePermissions } from '#kit/web/who/permission-catalogue.ts'
import { createMyToken, listMyTokens, type Me } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { permissionKey } from './permission-key.ts'
import { SignInAgain } from './sign-in-again.tsx'
import own from './token-form.module.css'

/** Creates an API token, and shows its secret once. */
export function TokenDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const [secret, setSecret] = useState<string>()
  const [stale, setStale] = useState(false)
  const create = useMutationOf(createMyToken, {
    refreshes: [listMyTokens, searchLogbook],
    onSuccess: ({ token }) => setSecret(token),
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  if (stale) return <SignInAgain me={me} onClose={onClose} />
  if (secret) {
    return (
      <ShownOnce
        title={t('tokens.made')}
        text={t('tokens.madeText')}
        secrets={[
          { text: secret, copy: t('tokens.copy') },
          {
            label: t('tokens.try'),
            text: `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/users/me`,
            copy: t('tokens.copyTry'),
          },
        ]}
        done={t('tokens.done')}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('tokens.create')} size={520} onClose={onClose}>
      <TokenForm busy={create.isPending} onMake={(body) => create.mutate({ body })} />
    </Dialog>
  )
}

const DAY_MS = 86_400_000
const spans = ['7', '30', '90', '365']

type Body = Input<typeof createMyToken>['body']

/** The name of a token, its lifetime, and its permissions. */
function TokenForm({ busy, onMake }: { busy: boolean; onMake: (body: Body) => void }) {
  const t = useText()
  const permissions = usePermissions()
  const id = useId()
  const actor = usePrincipal()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [some, setSome] = useState(false)
  const [chosen, setChosen] = useState<string[]>([])
  const held = permissions.filter((right) => allows(actor, right))
  const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
  const missing = name.trim() === '' ? 'tokenName' : some && chosen.length === 0 ? 'tokenPermissions' : undefined
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault()
        onMake({ name: name.trim(), expiresAt, ...(some ? { permissions: chosen } : {}) })
      }}
    >
      <TextInput
        data-autofocus
        label={t('tokens.name')}
        description={t('tokens.nameHint')}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <div className={classes.label} id={`${id}ends`}>
          {t('tokens.ends')}
        </div>
        <div className={own.ends}>
          <SegmentedControl
            aria-labelledby={`${id}ends`}
            value={days}
            onChange={setDays}
            options={spans.map((value) => ({
              value,
              label: value === '365' ? t('tokens.year') : t('tokens.days', { count: Number(value) }),
            }))}
          />
          <span className={classes.text}>{t('tokens.endsOn', { date: formatDate(expiresAt) })}</span>
        </div>
      </div>
      <div>
        <div className={classes.label} id={`${id}permissions`}>
          {t('tokens.permissions')}
        </div>
        <SegmentedControl
          aria-labelledby={`${id}permissions`}
          value={some ? 'some' : 'all'}
          onChange={(value) => setSome(value === 'some')}
          options={[
            { value: 'all', label: t('tokens.permissionsAll') },
            { value: 'some', label: t('tokens.permissionsSome') },
          ]}
        />
      </div>
      {some && (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-labelledby={`${id}permissions`}>
          <div className={own.permissions}>
            {held.map((right) => (
              <Checkbox
                key={right.name}
                value={right.name}
                label={
                  <span className={own.right}>
                    {t(permissionKey(right.name))} <code>{right.name}</code>
                  </span>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <DialogActions>
        {some && chosen.length === 0 && <span className={own.hint}>{t('tokens.choose')}</span>}
        <Button type="submit" loading={busy} blocked={missing && t(`notYet.${missing}`)}>
          {t('tokens.make')}
        </Button>
      </DialogActions>
    </form>
  )
}
