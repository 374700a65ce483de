import { Button, Menu } from '@mantine/core'
import type { Invoice } from '@portico/contract/invoices'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { useSavePdf } from './use-save-pdf.ts'

interface PdfMenuProps {
  invoice: Invoice
  /** Reads the PDF; members and staff use different calls. */
  read: (id: number, language: Language) => Promise<Blob>
}

/** Downloads a document, in either language. */
export function PdfMenu({ invoice: { id, no }, read }: PdfMenuProps) {
  const t = useT()
  const save = useSavePdf()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('invoice.pdf_of', { no })}
          loading={save.isPending}
        >
          PDF
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item key={language} onClick={() => save.mutate({ name: no, read: () => read(id, language) })}>
            {t(language === 'en' ? 'invoice.pdf_en' : 'invoice.pdf_zh')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
