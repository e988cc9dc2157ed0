@echo off
chcp 65001 >nul
title Skatturnier
if not exist "%~dp0program\python\python.exe" goto packed
"%~dp0program\python\python.exe" -X utf8 -m skatturnier.laptop %*
if errorlevel 1 if not defined SKATTURNIER_UNATTENDED pause
exit /b %errorlevel%
:packed
echo.
echo Bitte zuerst die ZIP-Datei auspacken: mit der rechten Maustaste anklicken,
echo "Alle extrahieren..." wählen, und dann Skatturnier im neuen Ordner starten.
echo.
if not defined SKATTURNIER_UNATTENDED pause
exit /b 1
