import type { StatementFile } from './statement-file.ts'

/** Exports in which money went back, or in which nobody knows. Each has the header of the real export and some lines of each kind. */
export const doubts: StatementFile[] = [
  {
    name: 'Alipay trades: refunded in the status, in the column of refunds, and both',
    text: `交易号,商家订单号,交易创建时间,付款时间,商品名称,金额（元）,收/支,交易状态,服务费（元）,成功退款（元）,备注
A1,N00001,2026-11-20 09:00:00,2026-11-20 09:00:01,套餐,10.00,收入,交易成功,0.00,0.00,
A2,N00002,2026-11-20 09:01:00,2026-11-20 09:01:01,套餐,10.00,收入,退款成功,0.00,10.00,
A3,N00003,2026-11-20 09:02:00,2026-11-20 09:02:01,套餐,10.00,收入,交易成功,0.00,4.00,
A4,N00004,2026-11-20 09:03:00,2026-11-20 09:03:01,套餐,10.00,收入,交易成功,0.00,10.00,
A5,N00005,2026-11-20 09:04:00,,套餐,10.00,收入,交易关闭,0.00,0.00,
A6,N00006,2026-11-20 09:05:00,2026-11-20 09:05:01,套餐,10.00,收入,冻结中,0.00,0.00,
`,
    payments: [
      '2 2026-11-20T09:00:01+08:00 10.00 CNY A1',
      '3 2026-11-20T09:01:01+08:00 10.00 CNY A2',
      '4 2026-11-20T09:02:01+08:00 6.00 CNY A3',
      '5 2026-11-20T09:03:01+08:00 10.00 CNY A4',
      '7 2026-11-20T09:05:01+08:00 10.00 CNY A6',
    ],
    doubts: { 3: '退款成功, 10.00', 4: '4.00', 5: '10.00', 7: '冻结中' },
    skipped: { 6: 'not_completed' },
  },
  {
    name: 'WeChat personal: refunded, refunded in part, and words nobody knows',
    text: `交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2026-11-22 18:00:01,二维码收款,小明,"N00011",收入,¥10.00,/,已全额退款,W1,/,/
2026-11-22 18:00:02,二维码收款,小明,"N00012",收入,¥10.00,/,已退款(￥4.00),W2,/,/
2026-11-22 18:00:03,二维码收款,小明,"N00013",收入,¥10.00,/,已存入零钱,W3,/,/
2026-11-22 18:00:04,二维码收款,小明,"N00014",收入,¥10.00,/,对方已退还,W4,/,/
2026-11-22 18:00:05,二维码收款,小明,"N00015",收入,¥10.00,/,待确认收款,W5,/,/
2026-11-22 18:00:06,二维码收款,小明,"N00016",收入,¥10.00,/,/,W6,/,/
2026-11-22 18:00:07,退款,咖啡店,"拿铁",收入,¥9.90,/,已全额退款,W7,/,/
`,
    payments: ['2', '3', '4', '5', '6', '7', '8'].map(
      (line, i) =>
        `${line} 2026-11-22T18:00:0${i + 1}+08:00 ${['10.00', '6.00', '10.00', '10.00', '10.00', '10.00', '9.90'][i]} CNY W${i + 1}`,
    ),
    doubts: { 2: '已全额退款', 3: '已退款(¥4.00)', 5: '对方已退还', 6: '待确认收款', 7: '/', 8: '已全额退款' },
  },
  {
    name: 'WeChat merchant: revoked, and refunds in lines of their own',
    text: `交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,商品名称,手续费,费率,订单金额,申请退款金额
\`2026-11-22 10:00:00,\`wx1,\`19,\`42001,\`N00021,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`10.00,\`0.00,\`0,\`0,\`0.00,\`套餐,\`0.06,\`0.60%,\`10.00,\`0.00
\`2026-11-22 11:00:00,\`wx1,\`19,\`42002,\`N00022,\`NATIVE,\`REVOKED,\`OTHERS,\`CNY,\`10.00,\`0.00,\`0,\`0,\`0.00,\`套餐,\`0.06,\`0.60%,\`10.00,\`0.00
\`2026-11-22 12:00:00,\`wx1,\`19,\`42001,\`N00021,\`NATIVE,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`50001,\`R1,\`10.00,\`套餐,\`-0.06,\`0.60%,\`0.00,\`10.00
\`2026-11-22 13:00:00,\`wx1,\`19,\`42003,\`N00023,\`NATIVE,\`SUCCESS,\`OTHERS,\`CNY,\`10.00,\`0.00,\`0,\`0,\`0.00,\`套餐,\`0.06,\`0.60%,\`10.00,\`0.00
\`2026-11-22 14:00:00,\`wx1,\`19,\`42003,\`N00023,\`NATIVE,\`REFUND,\`OTHERS,\`CNY,\`0.00,\`0.00,\`50002,\`R2,\`3.00,\`套餐,\`-0.02,\`0.60%,\`0.00,\`3.00
`,
    payments: [
      '2 2026-11-22T10:00:00+08:00 10.00 CNY 42001',
      '3 2026-11-22T11:00:00+08:00 10.00 CNY 42002',
      '5 2026-11-22T13:00:00+08:00 7.00 CNY 42003',
    ],
    doubts: { 2: '`2026-11-22 12:00:00', 3: 'REVOKED', 5: '`2026-11-22 14:00:00' },
    skipped: { 4: 'refund', 6: 'refund' },
    went: ['13.00 CNY'],
  },
  {
    name: 'PayPal: refunded, reversed, in part, on hold, and a reversal that was cancelled',
    currency: 'USD',
    text: `Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Transaction ID,Invoice Number
11/25/2026,10:00:00,UTC,Pat,Website Payment,Refunded,USD,10.00,TX1,N00031
11/25/2026,10:01:00,UTC,Pat,Website Payment,Reversed,USD,10.00,TX2,N00032
11/25/2026,10:02:00,UTC,Pat,Website Payment,Partially Refunded,USD,10.00,TX3,N00033
11/25/2026,10:03:00,UTC,Pat,Website Payment,Completed,USD,10.00,TX4,N00034
11/25/2026,10:04:00,UTC,Pat,Website Payment,Held,USD,10.00,TX5,N00035
11/25/2026,10:05:00,UTC,Pat,Website Payment,Canceled Reversal,USD,10.00,TX6,N00036
11/25/2026,10:06:00,UTC,Pat,Website Payment,Pending,USD,10.00,TX7,N00037
11/25/2026,10:07:00,UTC,Pat,Payment Refund,Completed,USD,-10.00,TX8,N00034
`,
    payments: [1, 2, 3, 4, 5, 6].map((n) => `${n + 1} 2026-11-25T10:0${n - 1}:00Z 10.00 USD TX${n}`),
    doubts: { 2: 'Refunded', 3: 'Reversed', 4: 'Partially Refunded', 5: '11/25/2026,10:07:00', 6: 'Held', 7: 'Canceled Reversal' },
    skipped: { 8: 'not_completed', 9: 'refund' },
    went: ['10.00 USD'],
  },
  {
    name: 'PayPal in German without a status: our number stands in Rechnungsnummer or Hinweis',
    currency: 'EUR',
    text: `"Datum","Uhrzeit","Zeitzone","Beschreibung","Währung","Brutto","Entgelt","Netto","Guthaben","Transaktionscode","Absender E-Mail-Adresse","Name","Rechnungsnummer","Hinweis"
"25.11.2026","10:00:00","Europe/Berlin","Handyzahlung","EUR","1.234,56","-20,00","1.214,56","2.000,00","DE1","pat@example.com","Pat","N00041",""
"25.11.2026","11:00:00","Europe/Berlin","Handyzahlung","EUR","10,00","-0,40","9,60","2.009,60","DE2","pat@example.com","Pat","","Zahlung N00042"
"25.11.2026","12:00:00","Europe/Berlin","Rückzahlung","EUR","-10,00","0,40","-9,60","2.000,00","DE3","","Pat","","Zahlung N00042"
`,
    payments: ['2 2026-11-25T10:00:00+01:00 1234.56 EUR DE1', '3 2026-11-25T11:00:00+01:00 10.00 EUR DE2'],
    texts: { 2: 'N00041', 3: 'N00042' },
    doubts: { 3: '"25.11.2026","12:00:00"' },
    skipped: { 4: 'refund' },
    went: ['10.00 EUR'],
  },
  {
    name: 'Stripe payments: refunded, in part, disputed',
    currency: 'EUR',
    text: `id,Created date (UTC),Amount,Amount Refunded,Currency,Description,Fee,Status
ch_1,2026-11-20 08:00:00,10.00,10.00,eur,N00051,0.54,Refunded
ch_2,2026-11-20 08:01:00,10.00,0.00,eur,N00052,0.54,Disputed
ch_3,2026-11-20 08:02:00,10.00,2.50,eur,N00053,0.54,Paid
ch_4,2026-11-20 08:03:00,10.00,0.00,eur,N00054,0.54,Paid
ch_5,2026-11-20 08:04:00,10.00,0.00,eur,N00055,0.54,Early fraud warning
ch_6,2026-11-20 08:05:00,10.00,10.00,eur,N00056,0.54,Paid
`,
    payments: [1, 2, 3, 4, 5, 6].map((n) => `${n + 1} 2026-11-20T08:0${n - 1}:00Z ${n === 3 ? '7.50' : '10.00'} EUR ch_${n}`),
    doubts: { 2: 'Refunded, 10.00', 3: 'Disputed', 4: '2.50', 6: 'Early fraud warning', 7: '10.00' },
  },
  {
    name: 'Wise: refunded and unknown states',
    currency: 'USD',
    text: `ID,Status,Direction,"Created on","Finished on","Target amount (after fees)","Target currency",Reference
TRANSFER-1,COMPLETED,IN,"2026-11-20 10:00:00","2026-11-20 10:05:00",10.00,USD,N00061
TRANSFER-2,REFUNDED,IN,"2026-11-20 10:01:00","2026-11-20 10:06:00",10.00,USD,N00062
TRANSFER-3,CHARGED_BACK,IN,"2026-11-20 10:02:00","2026-11-20 10:07:00",10.00,USD,N00063
TRANSFER-4,FUNDS_ON_HOLD,IN,"2026-11-20 10:03:00","2026-11-20 10:08:00",10.00,USD,N00064
`,
    payments: [1, 2, 3, 4].map((n) => `${n + 1} 2026-11-20T10:0${n - 1}:00+08:00 10.00 USD TRANSFER-${n}`),
    doubts: { 3: 'REFUNDED', 4: 'CHARGED_BACK', 5: 'FUNDS_ON_HOLD' },
  },
  {
    name: 'A bank that writes balances between the payments, and a column for our number that nobody knows',
    currency: 'EUR',
    text: `Buchungstag;Betrag;Zahlungszweck des Kunden;Art
01.11.2026;k.A.;;Anfangssaldo
20.11.2026;10,00;N00071;Gutschrift
21.11.2026;-4,00;N00072;Entgelt
30.11.2026;k.A.;;Endsaldo
`,
    payments: ['3 2026-11-20T00:00:00+08:00 10.00 EUR #'],
    texts: { 3: 'N00071' },
    skipped: { 2: 'not_a_payment', 4: 'outgoing', 5: 'not_a_payment' },
    went: ['4.00 EUR'],
    asks: ['number'],
    chooses: {
      columns: {
        date: 0,
        time: null,
        zone: null,
        amount: 1,
        money_in: null,
        money_out: null,
        currency: null,
        direction: null,
        status: null,
        reference: null,
        texts: [2],
      },
    },
  },
]
