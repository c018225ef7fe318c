import { useState } from 'react'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import node from '../snippets/verify.mjs?raw'
import python from '../snippets/verify.py?raw'
import shell from '../snippets/verify.sh?raw'
import { useText } from '../texts.ts'
import classes from './webhook-page.module.css'

const snippets = { node, python, shell }
type Language = keyof typeof snippets
const languages = Object.keys(snippets) as Language[]

/** How a receiver verifies a delivery, as code to copy. */
export function VerifyCard() {
  const t = useText()
  const [language, setLanguage] = useState<Language>('node')
  return (
    <Card title={t('verify')}>
      <p>{t('verifyText')}</p>
      <div className={classes.choose}>
        <SegmentedControl
          aria-label={t('verify')}
          value={language}
          onChange={(newLanguage) => setLanguage(newLanguage as Language)}
          options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <CopyButton value={snippets[language]} label={t('copyCode')} />
      </div>
      <pre className={classes.code}>{snippets[language]}</pre>
    </Card>
  )
}
