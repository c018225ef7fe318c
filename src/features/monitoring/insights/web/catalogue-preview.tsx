import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { Grouping } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'

/** The appearance and order of categories or types, in both colour schemes. */
export function CataloguePreview({ groupings, unsaved }: { groupings: readonly Grouping[]; unsaved: boolean }) {
  const t = useText()
  return (
    <Card
      title={t('edit.preview')}
      right={unsaved ? <Badge colour="dark-yellow">{t('edit.unsaved')}</Badge> : undefined}
    >
      <div className={classes.previews}>
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} className={classes.preview} data-mantine-color-scheme={scheme}>
            <ol>
              {groupings.map(({ id, displayName, color }) => (
                <li key={id}>
                  <span className={classes.swatch} style={{ '--category': color } as Record<string, string>} />
                  {displayName}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Card>
  )
}
