import { Button } from '#kit/web/look/button.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { partOf, partOfSerial, serialFits } from '../contract.ts'
import { useText } from '../texts.ts'

type Props = { partNumber: string; serialNumber: string; onChange: (partNumber: string) => void }

/** Shows in words that a serial number does not have the form of those of its part. */
export function SerialNotice({ partNumber, serialNumber, onChange }: Props) {
  const t = useText()
  const part = partOf(partNumber)
  if (!part || serialNumber.length < 3 || serialFits(partNumber, serialNumber)) return null
  const other = partOfSerial(serialNumber)
  const words = t(`serialForm.${part.partNumber}`)
  return (
    <InlineAlert>
      {t('form.misfit', { part: part.partNumber, words, example: part.example })}{' '}
      {other && (
        <>
          {t('form.other', { part: other.name })}{' '}
          <Button size="xs" variant="default" onClick={() => onChange(other.partNumber)}>
            {t('form.change', { part: other.partNumber })}
          </Button>{' '}
        </>
      )}
      {t('form.mark')}
    </InlineAlert>
  )
}
