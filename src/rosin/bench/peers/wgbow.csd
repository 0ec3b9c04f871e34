<CsoundSynthesizer>
<CsInstruments>
sr = 44100
ksmps = 32
nchnls = 1
0dbfs = 1
instr 1
  out wgbow(0.03, p4, 3, 0.127236, 0, 0)
endin
</CsInstruments>
<CsScore>
$STRINGS
</CsScore>
</CsoundSynthesizer>
