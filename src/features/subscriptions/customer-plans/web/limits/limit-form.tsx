import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { useTermsText } from '../../texts.ts'

/**
 * Edits the limit of an account: a whole number, an alternative to one, or nothing. The typed number survives a switch
 * to the alternative and back. `children` renders the meaning of the wanted limit, null while none is typed.
 */
export function LimitForm(props: {
  label: string
  save: string
  clear: string
  /** The current limit; null = none. */
  limit: number | null
  /** Replaces the typed number while present. */
  instead?: number | undefined
  /** Between the field and the buttons. */
  children?: (wanted: number | null) => ReactNode
  busy: boolean
  onSave: (wanted: number | null) => void
}) {
  const t = useTermsText()
  const { limit } = props
  const [number, setNumber] = useState(limit !== null && Number.isFinite(limit) ? `${limit}` : '')
  const [tried, setTried] = useState(false)
  const written = /^\d{1,7}$/.test(number) ? Number(number) : null
  const wanted = props.instead ?? written
  return (
    <form
      className="form-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wanted !== null) props.onSave(wanted)
      }}
    >
      <div className="form-fields">
        <TextInput
          label={props.label}
          inputMode="numeric"
          maxLength={7}
          disabled={props.instead !== undefined}
          value={number}
          error={tried && wanted === null && t('limitWrong')}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      {props.children?.(wanted)}
      <div className="form-actions">
        {limit !== null && (
          <Button variant="subtle" loading={props.busy} onClick={() => props.onSave(null)}>
            {props.clear}
          </Button>
        )}
        <Button
          type="submit"
          blocked={wanted !== null && wanted === limit ? t('notYet.unchanged') : undefined}
          loading={props.busy}
        >
          {props.save}
        </Button>
      </div>
    </form>
  )
}
