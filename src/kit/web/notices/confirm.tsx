import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Button } from '../look/button.tsx'
import { Modal } from '../look/modal.tsx'
import { useText } from '../text/kit-text.ts'
import classes from './confirm.module.css'

/**
 * Requires a confirmation before something that cannot be undone. `typed` makes the user type that name first. The
 * button names the effect, not *OK*.
 */
export function Confirm(props: {
  opened: boolean
  title: string
  children: ReactNode
  action: string
  colour?: 'red' | 'blue' | 'orange' | 'green'
  typed?: string
  busy?: boolean
  /** Opened by a letter, so Enter confirms. */
  byKey?: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const t = useText()
  const [writtenName, setWrittenName] = useState('')
  const close = () => {
    setWrittenName('')
    props.onClose()
  }
  const ready = props.typed === undefined || writtenName.trim() === props.typed
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={props.title}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) props.onConfirm()
        }}
      >
        <div className={classes.words}>{props.children}</div>
        {props.typed !== undefined && (
          <TextInput
            data-autofocus
            label={t('confirm.type', { name: props.typed })}
            value={writtenName}
            onChange={(event) => setWrittenName(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            data-autofocus={props.byKey || undefined}
            color={props.colour ?? 'red'}
            blocked={ready ? undefined : t('confirm.type', { name: props.typed ?? '' })}
            loading={props.busy ?? false}
          >
            {props.action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
