import { useState } from 'react'
import { IconCloudCheck, IconCloudOff, IconCloudUp, IconLock } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import classes from './new-case.module.css'
import { isTouched } from './new-case-values.ts'
import type { NewCaseForm } from './use-new-case.ts'

/** The head of the form: the state of the draft, discard it, file the case. */
export function NewCaseHead({ form, internal }: { form: NewCaseForm; internal: boolean }) {
  const t = useText()
  const phone = useIsMobile()
  const [leaving, setLeaving] = useState(false)
  const buttons = (
    <>
      <Button
        variant="default"
        blocked={!isTouched(form.values) && form.kept.length === 0 ? t('notYet.empty') : undefined}
        onClick={() => setLeaving(true)}
      >
        {t('new.discard')}
      </Button>
      <Button
        type="submit"
        loading={form.filing}
        blocked={form.uploads.busy ? t('new.wait') : undefined}
        rightSection={phone ? null : <Shortcut combo="mod+enter" />}
      >
        {t('new.file')}
      </Button>
    </>
  )
  return (
    <div className={classes.head}>
      <PageHeader
        title={t('new.title')}
        badges={
          internal && (
            <Badge colour="purple" icon={<IconLock size={12} aria-hidden />}>
              {t('new.sideInternal')}
            </Badge>
          )
        }
        actions={
          <>
            <DraftWords state={form.draft.state} />
            {!phone && buttons}
          </>
        }
      />
      {phone && (
        <>
          <DraftWords state={form.draft.state} />
          <BottomBar>{buttons}</BottomBar>
        </>
      )}
      <Confirm
        opened={leaving}
        title={t('new.discardTitle')}
        action={t('new.discard')}
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          setLeaving(false)
          void form.discard()
        }}
      >
        {t('new.discardText')}
      </Confirm>
    </div>
  )
}

function DraftWords({ state }: { state: NewCaseForm['draft']['state'] }) {
  const t = useText()
  const words = {
    none: null,
    saving: [<IconCloudUp key="" size={16} aria-hidden />, t('new.saving')],
    failed: [<IconCloudOff key="" size={16} aria-hidden />, t('new.notSaved')],
    saved: [
      <IconCloudCheck key="" size={16} aria-hidden />,
      t('new.saved', { at: state.kind === 'saved' ? formatTime(state.at) : '' }),
    ],
  }[state.kind]
  return (
    <span className={classes.draft} data-kind={state.kind} role="status">
      {words}
    </span>
  )
}
