import type { StatementFile } from './statement-file.ts'

/** Banks in China, Europe and America. */
export const banks: StatementFile[] = [
  {
    name: 'China Merchants Bank, day and time apart, GBK, padded with tabs',
    encoding: 'gb18030',
    text: `# 招商银行交易记录
# 导出时间: [2026-11-23 10:00:00]
# 账    号: [一卡通:6225********1234]
# 币    种: [人民币]
# 起始日期: [20261101]   终止日期: [20261123]
# 过滤设置:  无

交易日期,交易时间,收入,支出,余额,交易类型,交易备注
\t20261122,\t08:30:15,12.50,,1012.50,网银转账,AB12CD34 小明
\t20261121,\t12:00:00,,100.00,1000.00,快捷支付,水费
\t20261120,\t23:59:59,"1,000.00",,1100.00,网银转账,货款

# 收入合计: 2 笔，共 1012.50 元
# 支出合计: 1 笔，共 100.00 元
`,
    payments: ['9 2026-11-22T08:30:15+08:00 12.50 CNY #', '11 2026-11-20T23:59:59+08:00 1000.00 CNY #'],
    texts: { 9: 'AB12CD34 小明' },
    skipped: { 10: 'outgoing', 13: 'not_a_payment', 14: 'not_a_payment' },
    went: ['100.00 CNY'],
  },
  {
    name: 'China Construction Bank, debit and credit, GBK',
    encoding: 'gb18030',
    text: `中国建设银行账户明细
账号,6217000000000000,,,,,,,
交易时间,借方发生额（支取）,贷方发生额（收入）,余额,币种,对方户名,摘要,备注,账户明细编号
20261122 10:11:12,0.00,88.00,1088.00,人民币元,李四,转账存入,P-300,1-100
20261122 11:00:00,20.00,0.00,1068.00,人民币元,王五,转账支取,,1-101
合计,20.00,88.00,,,,,,
`,
    payments: ['4 2026-11-22T10:11:12+08:00 88.00 CNY 1-100'],
    texts: { 4: 'P-300 转账存入' },
    skipped: { 5: 'outgoing', 6: 'not_a_payment' },
    went: ['20.00 CNY'],
  },
  {
    name: 'Industrial and Commercial Bank of China, UTF-8, one amount and 借/贷',
    text: `明细查询文件下载
"卡号: 6222000000000000","币种: 人民币"
"交易日期","摘要","借贷标志","交易金额","余额","对方户名","附言","流水号"
"2026-11-22","网转","贷","1,050.00","2,050.00","李四","AB12CD34","ICBC0001"
"2026-11-22","消费","借","50.00","2,000.00","超市","","ICBC0002"
"人民币合计","","","","","","",""
`,
    payments: ['4 2026-11-22T00:00:00+08:00 1050.00 CNY ICBC0001'],
    texts: { 4: 'AB12CD34' },
    skipped: { 5: 'outgoing', 6: 'not_a_payment' },
    went: ['50.00 CNY'],
  },
  {
    name: 'A German savings bank: semicolons, decimal comma, years of two digits, Windows-1252',
    encoding: 'windows-1252',
    currency: 'EUR',
    text: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Begünstigter/Zahlungspflichtiger";"Betrag";"Währung";"Info"
"DE001";"22.11.26";"22.11.26";"GUTSCHR. ÜBERWEISUNG";"AB12CD34 Grüße";"Jürgen Groß";"1.234,56";"EUR";"Umsatz gebucht"
"DE001";"21.11.26";"21.11.26";"LASTSCHRIFT";"Miete für November";"Vermieter";"-800,00";"EUR";"Umsatz gebucht"
`,
    payments: ['2 2026-11-22T00:00:00+08:00 1234.56 EUR #'],
    texts: { 2: 'AB12CD34 Grüße' },
    skipped: { 3: 'outgoing' },
    went: ['800.00 EUR'],
  },
  {
    name: 'A German bank with a preamble, Soll and Haben',
    currency: 'EUR',
    text: `Kontonummer:;DE001 / Girokonto

Von:;01.11.2026
Bis:;23.11.2026

Buchungstag;Verwendungszweck;Soll;Haben;Währung
22.11.2026;Zahlung AB12CD34;;12,50;EUR
20.11.2026;Gebühr;-3,90;;EUR
Kontostand;;;8,60;EUR
`,
    payments: ['7 2026-11-22T00:00:00+08:00 12.50 EUR #'],
    texts: { 7: 'AB12CD34' },
    skipped: { 8: 'outgoing' },
    refused: { 9: 'date' },
    went: ['3.90 EUR'],
  },
  {
    name: 'A British bank: day first, brackets for money out',
    currency: 'GBP',
    text: `Number,Date,Account,Amount,Subcategory,Memo
 ,22/11/2026,20-00-00 12345678,12.50,Counter Credit,JO LI AB12CD34 BGC
 ,21/11/2026,20-00-00 12345678,(45.00),Direct Debit,WATER BOARD
 ,04/11/2026,20-00-00 12345678,£7.00,Counter Credit,SAM
`,
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 GBP #', '4 2026-11-04T00:00:00+08:00 7.00 GBP #'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['45.00 GBP'],
  },
  {
    name: 'An American bank: month first, the direction headed Details',
    currency: 'USD',
    text: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/22/2026,"ZELLE FROM JO LI AB12CD34",12.50,QUICKPAY_CREDIT,1012.50,,
DEBIT,11/03/2026,"ELECTRIC CO",-80.25,ACH_DEBIT,1000.00,,
`,
    payments: ['2 2026-11-22T00:00:00+08:00 12.50 USD #'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['80.25 USD'],
  },
  {
    name: 'An American bank: month and year in words, 12 hours, opening and closing balance',
    currency: 'USD',
    text: `Date,Description,Money Out,Money In,Balance
,OPENING BALANCE,,,"$1,000.00"
"Nov 22, 2026 3:04 PM",JO LI AB12CD34,,"$1,012.50","$2,012.50"
"Nov 21, 2026 12:30 AM",RENT,"$900.00",,"$1,112.50"
,CLOSING BALANCE,,,"$2,012.50"
`,
    payments: ['3 2026-11-22T15:04:00+08:00 1012.50 USD #'],
    skipped: { 2: 'not_a_payment', 4: 'outgoing', 5: 'not_a_payment' },
    went: ['900.00 USD'],
  },
  {
    name: 'A French bank: semicolons, spaces between thousands, the currency in the heading',
    encoding: 'windows-1252',
    currency: 'EUR',
    text: `Date;Libellé;Débit (EUR);Crédit (EUR)
22/11/2026;VIREMENT RECU AB12CD34;;1 234,50
21/11/2026;PRÉLÈVEMENT;12,00;
`,
    payments: ['2 2026-11-22T00:00:00+08:00 1234.50 EUR #'],
    texts: { 2: 'AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['12.00 EUR'],
  },
  {
    name: 'A Swiss bank: apostrophes between thousands',
    currency: 'CHF',
    text: `Booking Date;Description;Debit;Credit;Transaction Reference
2026-11-22;Jo Li AB12CD34;;1'234.50;ZK1
2026-11-21;Fee;2.00;;ZK2
`,
    payments: ['2 2026-11-22T00:00:00+08:00 1234.50 CHF ZK1'],
    skipped: { 3: 'outgoing' },
    went: ['2.00 CHF'],
  },
  {
    name: 'A bank in Hong Kong: days with month names, minus after the amount, UTF-16 of the other order',
    encoding: 'utf-16be',
    mark: true,
    currency: 'HKD',
    text: `Date,Transaction Details,Amount,Currency,Bank Reference
22-Nov-2026,轉數快 AB12CD34,"1,500.00",HKD,HK1
21-Nov-2026,ATM,500.00-,HKD,HK2
`,
    payments: ['2 2026-11-22T00:00:00+08:00 1500.00 HKD HK1'],
    texts: { 2: '轉數快 AB12CD34' },
    skipped: { 3: 'outgoing' },
    went: ['500.00 HKD'],
  },
  {
    name: 'A bank in Japan: no decimals, so a comma separates thousands',
    currency: 'JPY',
    text: `Date,Description,Amount
2026/11/22,AB12CD34,"1,500"
2026/11/21,FEE,-110
`,
    payments: ['2 2026-11-22T00:00:00+08:00 1500 JPY #'],
    skipped: { 3: 'outgoing' },
    went: ['110 JPY'],
  },
]
