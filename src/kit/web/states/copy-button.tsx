import { useEffect, useState } from 'react'
import { IconCheck, IconCopy } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '../look/icon-button.tsx'

/** Copies a value; the icon turns into a check mark for a moment. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const [hasCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!hasCopied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [hasCopied])
  return (
    <IconButton
      size={24}
      aria-label={label}
      onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
    >
      {hasCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    </IconButton>
  )
}
