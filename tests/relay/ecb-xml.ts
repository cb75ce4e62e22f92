/** The shape of the ECB's daily file, shortened. */
export const xml = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='2026-11-20'>
    <Cube currency='USD' rate='1.2500'/>
    <Cube currency='GBP' rate='0.8750'/>
    <Cube currency='CNY' rate='8.1234'/>
  </Cube></Cube>
</gesmes:Envelope>`;
export const rates = { base: 'USD', date: '2026-11-20', rates: { CNY: 6.49872, EUR: 0.8, GBP: 0.7 } };
