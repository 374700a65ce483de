import type { StatementFile } from './statement-file.ts'

const PAYPAL = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Invoice Number","Balance","Subject"`

/** PayPal, Stripe and Wise. */
export const gateways: StatementFile[] = [
  {
    name: 'PayPal, day first, shown by a day above 12',
    currency: 'USD',
    mark: true,
    text: `${PAYPAL}
"22/11/2026","09:12:44","Europe/Berlin","Jo Li","Website Payment","Completed","USD","1,234.50","-36.10","1,198.40","jo@example.com","shop@example.com","8AB12345CD678901E","P-77","1,198.40","Plan"
"03/11/2026","23:30:00","Europe/Berlin","Jo Li","Website Payment","Pending","USD","10.00","0.00","10.00","jo@example.com","shop@example.com","8AB12345CD678902E","P-78","1,198.40","Plan"
"04/11/2026","08:00:00","Europe/Berlin","Bank","General Withdrawal","Completed","USD","-500.00","0.00","-500.00","","","8AB12345CD678903E","","698.40",""
`,
    payments: ['2 2026-11-22T09:12:44+01:00 1234.50 USD 8AB12345CD678901E'],
    texts: { 2: 'P-77 Plan' },
    skipped: { 3: 'not_completed', 4: 'outgoing' },
    went: ['500.00 USD'],
  },
  {
    name: 'PayPal, month first, shown by a day above 12',
    currency: 'USD',
    text: `${PAYPAL}
"11/22/2026","09:12:44","PST","Jo Li","Website Payment","Completed","USD","25.00","-1.03","23.97","jo@example.com","shop@example.com","9AB12345CD678901E","P-80","23.97",""
"11/03/2026","00:00:01","PDT","Jo Li","Website Payment","Completed","USD","5.00","-0.40","4.60","jo@example.com","shop@example.com","9AB12345CD678902E","P-81","28.57",""
`,
    payments: ['2 2026-11-22T09:12:44-08:00 25.00 USD 9AB12345CD678901E', '3 2026-11-03T00:00:01-07:00 5.00 USD 9AB12345CD678902E'],
  },
  {
    name: 'PayPal where no day is above 12: asked, and the operator says day first',
    currency: 'USD',
    text: `${PAYPAL}
"03/04/2026","10:00:00","GMT+08:00","Jo Li","Website Payment","Completed","USD","12.00","-0.65","11.35","jo@example.com","shop@example.com","7AB1","P-90","11.35",""
"05/05/2026","10:00:00","GMT+08:00","Jo Li","Website Payment","Completed","USD","12.00","-0.65","11.35","jo@example.com","shop@example.com","7AB2","P-91","22.70",""
`,
    payments: ['2 2026-04-03T10:00:00+08:00 12.00 USD 7AB1', '3 2026-05-05T10:00:00+08:00 12.00 USD 7AB2'],
    asks: ['date_order'],
    chooses: { date_order: 'day_first' },
  },
  {
    name: 'The same file, and the operator says month first',
    currency: 'USD',
    text: `${PAYPAL}
"03/04/2026","10:00:00","GMT+08:00","Jo Li","Website Payment","Completed","USD","12.00","-0.65","11.35","jo@example.com","shop@example.com","7AB1","P-90","11.35",""
`,
    payments: ['2 2026-03-04T10:00:00+08:00 12.00 USD 7AB1'],
    asks: ['date_order'],
    chooses: { date_order: 'month_first' },
  },
  {
    name: 'PayPal in German: decimal comma, headings in German',
    currency: 'EUR',
    mark: true,
    text: `"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode","Verwendungszweck"
"22.11.2026","08:00:00","Europe/Berlin","Jürgen Groß","Allgemeine Zahlung","Abgeschlossen","EUR","1.012,50","-25,66","986,84","6XY1","AB12CD34"
"21.11.2026","08:00:00","Europe/Berlin","","Allgemeine Abbuchung","Abgeschlossen","EUR","-12,50","0,00","-12,50","6XY2",""
`,
    payments: ['2 2026-11-22T08:00:00+01:00 1012.50 EUR 6XY1'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['12.50 EUR'],
  },
  {
    name: 'Stripe balance history, times in UTC, currencies in lower case',
    currency: 'USD',
    text: `id,Type,Source,Amount,Fee,Destination Platform Fee,Net,Currency,Created (UTC),Available On (UTC),Description,Customer Facing Amount,Customer Facing Currency,Transfer
txn_1,charge,ch_1,20.00,0.88,,19.12,usd,2026-11-20 16:00,2026-11-24 00:00,P-100100,20.00,usd,po_1
txn_2,refund,re_1,-20.00,0.00,,-20.00,usd,2026-11-21 10:30,2026-11-21 00:00,REFUND FOR CHARGE (P-100100),-20.00,usd,po_1
txn_3,payout,po_1,-150.00,0.00,,-150.00,usd,2026-11-22 00:00,2026-11-24 00:00,STRIPE PAYOUT,,,
txn_4,charge,ch_2,1234.56,36.10,,1198.46,usd,2026-11-22 23:59,2026-11-26 00:00,P-101,1234.56,usd,
`,
    payments: ['2 2026-11-20T16:00:00Z 20.00 USD ch_1', '5 2026-11-22T23:59:00Z 1234.56 USD ch_2'],
    texts: { 2: 'P-100' },
    // The charge of line 2 went back: it asks.
    doubts: { 2: 'txn_2,refund,re_1,-20.00' },
    skipped: { 3: 'refund', 4: 'outgoing' },
    went: ['170.00 USD'],
  },
  {
    name: 'Stripe payments, with failed ones and a description in quotes over two lines',
    currency: 'EUR',
    text: `id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Description,Fee,Status
ch_10,2026-11-20 08:00:00,9.99,0.00,eur,true,"P-200, plan
for a year",0.54,Paid
ch_11,2026-11-20 09:00:00,9.99,0.00,eur,false,P-201,0.00,Failed
ch_12,2026-11-20 10:00:00,"1,009.99",0.00,eur,true,"He said ""thanks""",29.59,Paid
`,
    payments: ['2 2026-11-20T08:00:00Z 9.99 EUR ch_10', '5 2026-11-20T10:00:00Z 1009.99 EUR ch_12'],
    texts: { 2: 'P-200, plan\nfor a year', 5: 'He said "thanks"' },
    skipped: { 4: 'not_completed' },
  },
  {
    name: 'Stripe payouts as a bank shows them, by the day they arrive',
    currency: 'USD',
    text: `id,Amount,Arrival Date (UTC),Currency,Description,Status,Statement Descriptor
po_1,120.50,2026-11-20 00:00,usd,STRIPE PAYOUT,paid,STRIPE
po_2,80.00,2026-11-21 00:00,usd,STRIPE PAYOUT,failed,STRIPE
`,
    payments: ['2 2026-11-20T00:00:00Z 120.50 USD po_1'],
    skipped: { 3: 'not_completed' },
  },
  {
    name: 'Wise, the balance statement with days of two digits and dashes',
    currency: 'EUR',
    text: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant
TRANSFER-501,22-11-2026,12.50,EUR,"Received money from Jo Li with reference AB12CD34",AB12CD34,112.50,,,,"Jo Li",,,
TRANSFER-502,21-11-2026,-40.00,EUR,"Sent money to A Supplier",INV9,100.00,,,,,"A Supplier",DE00,
`,
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 EUR TRANSFER-501'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['40.00 EUR'],
  },
  {
    name: 'Wise, all transactions with IN, OUT and NEUTRAL',
    currency: 'USD',
    text: `ID,Status,Direction,"Created on","Finished on","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency",Reference
TRANSFER-601,COMPLETED,IN,"2026-11-20 10:00:00","2026-11-20 10:05:00","Jo Li",30.00,USD,"The shop",30.00,USD,AB12CD34
TRANSFER-602,COMPLETED,OUT,"2026-11-20 11:00:00","2026-11-20 11:05:00","The shop",12.00,USD,"A Supplier",12.00,USD,INV
BALANCE-603,COMPLETED,NEUTRAL,"2026-11-20 12:00:00","2026-11-20 12:00:00","The shop",5.00,USD,"The shop",4.60,EUR,
TRANSFER-604,CANCELLED,IN,"2026-11-20 13:00:00","","Jo Li",30.00,USD,"The shop",30.00,USD,AB12CD35
`,
    payments: ['2 2026-11-20T10:00:00+08:00 30.00 USD TRANSFER-601'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing', 4: 'neutral', 5: 'not_completed' },
    went: ['12.00 USD'],
  },
]
