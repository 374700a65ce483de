import type { StatementFile } from './statement-file.ts'

/** Small files that show one thing each. */
export const plain: StatementFile[] = [
  {
    name: 'Semicolons and a decimal comma',
    currency: 'EUR',
    text: 'Date;Amount;Reference\n2026-11-22;12,50;X\n',
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 EUR X'],
  },
  {
    name: 'Semicolons although a heading has a comma',
    currency: 'EUR',
    text: 'Date;Amount (EUR);Description, with details;Reference\n2026-11-22;12,50;One, two;X\n',
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 EUR X'],
  },
  {
    name: '1,234 may be thousands or decimals: asked, and the operator says thousands',
    text: 'Date,Amount,Transaction ID\n2026-11-22,"1,234",X1\n2026-11-22,50,X2\n',
    payments: ['2 2026-11-22T00:00:00+08:00 1234.00 CNY X1', '3 2026-11-22T00:00:00+08:00 50.00 CNY X2'],
    asks: ['decimal'],
    chooses: { decimal: 'point' },
  },
  {
    name: '1,230 with a decimal comma is 1.23, if the operator says so',
    text: 'Date;Amount;Transaction ID\n2026-11-22;1,230;X1\n',
    payments: ['2 2026-11-22T00:00:00+08:00 1.23 CNY X1'],
    asks: ['decimal'],
    chooses: { decimal: 'comma' },
  },
  {
    name: 'Amounts that contradict each other: asked; those that do not fit the answer are refused',
    text: 'Date;Amount;Transaction ID\n2026-11-22;12.50;X1\n2026-11-22;13.50;X2\n2026-11-22;1.234,50;X3\n',
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 CNY X1', '3 2026-11-22T00:00:00+08:00 13.50 CNY X2'],
    refused: { 4: 'amount' },
    asks: ['decimal'],
    chooses: { decimal: 'point' },
  },
  {
    name: 'Dates that contradict each other: asked; those that do not fit the answer are refused',
    text: 'Date,Amount,Transaction ID\n13/11/2026,1.00,X1\n14/11/2026,1.00,X2\n11/15/2026,1.00,X3\n',
    payments: ['2 2026-11-13T00:00:00+08:00 1.00 CNY X1', '3 2026-11-14T00:00:00+08:00 1.00 CNY X2'],
    refused: { 4: 'date' },
    asks: ['date_order'],
    chooses: { date_order: 'day_first' },
  },
  {
    name: 'Fees, zeros and empty amounts',
    text: 'Date,Amount,Transaction ID\n2026-11-22,0.00,X1\n2026-11-22,,X2\n2026-11-22,-,X3\n2026-11-22,−3.00,X4\n2026-11-22,3.00 DR,X5\n2026-11-22,3.00 CR,X6\n',
    payments: ['7 2026-11-22T00:00:00+08:00 3.00 CNY X6'],
    skipped: { 2: 'no_amount', 3: 'no_amount', 4: 'no_amount', 5: 'outgoing', 6: 'outgoing' },
    went: ['6.00 CNY'],
  },
  {
    name: 'Several currencies, one that does not exist, and one that contradicts its column',
    text: 'Date,Amount,Currency,Transaction ID\n2026-11-22,10.00,USD,X1\n2026-11-22,20.00,,X2\n2026-11-22,30.00,YUAN,X3\n2026-11-22,40.00 EUR,USD,X4\n',
    payments: ['2 2026-11-22T00:00:00+08:00 10.00 USD X1', '3 2026-11-22T00:00:00+08:00 20.00 CNY X2'],
    refused: { 4: 'currency', 5: 'currency' },
  },
  {
    name: 'One number for two payments: the second is refused; the same line again is the same payment',
    text: 'Date,Amount,Transaction ID\n2026-11-22,10.00,X1\n2026-11-22,20.00,X1\n2026-11-22,10.00,X1\n',
    payments: ['2 2026-11-22T00:00:00+08:00 10.00 CNY X1', '4 2026-11-22T00:00:00+08:00 10.00 CNY X1'],
    refused: { 3: 'number_reused' },
  },
  {
    name: 'A column of references that payers wrote: the same one for different payments is no number',
    text: 'Date,Amount,Reference\n2026-11-22,10.00,RENT\n2026-11-22,20.00,RENT\n2026-11-23,5.00,AB12CD34\n',
    payments: [
      '2 2026-11-22T00:00:00+08:00 10.00 CNY #',
      '3 2026-11-22T00:00:00+08:00 20.00 CNY #',
      '4 2026-11-23T00:00:00+08:00 5.00 CNY #',
    ],
    texts: { 4: 'AB12CD34' },
  },
  {
    name: 'Times with zones, and a time without one',
    text: 'Date,Amount,Transaction ID\n2026-11-22T08:00:00Z,1.00,X1\n2026-11-22 08:00:00+0100,1.00,X2\n2026-11-22 08:00,1.00,X3\n2026年11月2日 下午3:05,1.00,X4\n',
    payments: [
      '2 2026-11-22T08:00:00Z 1.00 CNY X1',
      '3 2026-11-22T07:00:00Z 1.00 CNY X2',
      '4 2026-11-22T00:00:00Z 1.00 CNY X3',
      '5 2026-11-02T07:05:00Z 1.00 CNY X4',
    ],
  },
  {
    name: 'Lines of the old Macintosh kind, and pipes',
    text: 'Date|Amount|Transaction ID\r2026-11-22|10.00|X1\r\r2026-11-23|11.00|X2\r',
    payments: ['2 2026-11-22T00:00:00+08:00 10.00 CNY X1', '4 2026-11-23T00:00:00+08:00 11.00 CNY X2'],
  },
]
