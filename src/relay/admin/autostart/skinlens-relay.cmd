@echo off
rem {mark}
chcp 65001 >nul
start "Skinlens relay" /min {command}
