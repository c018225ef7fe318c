import type { Column } from '#kit/web/table/columns.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Age } from '#kit/web/time/age.tsx'
import type { KnownIssue } from '../contract.ts'
import type { useText } from '../texts.ts'
import { FixedBadge, SeverityBadge, UnpublishedBadge } from './known-issue-badges.tsx'

/** The columns of the list of known issues. */
export function knownIssueColumns(t: ReturnType<typeof useText>): readonly Column<KnownIssue>[] {
  return [
    { id: 'key', label: t('key'), width: 5.5, fixed: true, sort: 'key', cell: ({ key }) => <code>{key}</code> },
    {
      id: 'title',
      label: t('title'),
      minWidth: 14,
      cell: ({ title }) => (
        <TitleCell>
          <span translate="no">{title}</span>
        </TitleCell>
      ),
    },
    { id: 'product', label: t('product'), width: 9, cell: ({ product }) => <span translate="no">{product}</span> },
    { id: 'affected', label: t('affected'), width: 10, cell: ({ affected }) => <code>{affected}</code> },
    {
      id: 'state',
      label: t('state'),
      width: 12,
      cell: (one) => (one.published ? <FixedBadge {...one} /> : <UnpublishedBadge {...one} />),
    },
    { id: 'severity', label: t('severity'), width: 6.5, cell: (one) => <SeverityBadge {...one} /> },
    { id: 'cases', label: t('cases'), width: 5, align: 'right', cell: ({ caseCount }) => caseCount || '–' },
    {
      id: 'updated',
      label: t('updated'),
      width: 6,
      align: 'right',
      sort: 'updated',
      cell: ({ updated }) => <Age at={updated} />,
    },
  ]
}
