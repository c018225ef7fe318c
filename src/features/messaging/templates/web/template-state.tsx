import { Badge } from '#kit/web/look/badge.tsx'
import { useText } from '../texts.ts'

/** Whether a template is active. */
export function TemplateState({ enabled }: { enabled: boolean }) {
  const t = useText()
  return <Badge colour={enabled ? 'green' : 'grey'}>{t(enabled ? 'state.active' : 'state.inactive')}</Badge>
}
